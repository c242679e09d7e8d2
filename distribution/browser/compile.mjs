// Compiles Python files for the Python in Pyodide, which then need not be compiled at every start of the page:
// node compile.mjs PYODIDE WORK
// Every .py below WORK/core gets a .pyc beside it; WORK/stdlib gets those of the standard library that a start loads.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [, , pyodide, work] = process.argv.map((one) => resolve(one));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONHASHSEED: "0", HOME: "/home/pyodide" } });
python.mountNodeFS("/work", work);
python.runPython(readFileSync(new URL("./compile_modules.py", import.meta.url), "utf8"));
