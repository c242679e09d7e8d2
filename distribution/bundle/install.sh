#!/bin/sh
# Links the companion, its menu entry, icons, man page and completions from this folder into your home.
#   ./install.sh            adds the links
#   ./install.sh --remove   removes them; your games stay
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
data=${XDG_DATA_HOME:-"$HOME/.local/share"}

link() { # FILE LINK
    mkdir -p "$(dirname "$2")"
    ln -sf "$1" "$2"
}
unlink_ours() { # FILE LINK
    if [ "$(readlink "$2" || true)" = "$1" ]; then rm -f "$2"; fi
}
act=link
if [ "${1:-}" = --remove ]; then act=unlink_ours; fi

$act "$here/companion" "$HOME/.local/bin/companion"
find "$here/share" -type f | while read -r file; do
    $act "$file" "$data/${file#"$here"/share/}"
done
if [ $act = unlink_ours ]; then
    echo "The links are removed. Delete the folder $here to remove the companion."
else
    echo "Start it with: companion. If your shell does not find it, log in again, or add $HOME/.local/bin to PATH."
fi
