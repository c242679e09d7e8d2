"""Moments as people write them: in local time, with the month's name."""

from datetime import UTC, datetime

from companion.locale.message import Message, Wording

_NAMES = {
    1: "Jan",
    2: "Feb",
    3: "Mar",
    4: "Apr",
    5: "May",
    6: "Jun",
    7: "Jul",
    8: "Aug",
    9: "Sep",
    10: "Oct",
    11: "Nov",
    12: "Dec",
}


def local_time(moment: datetime) -> datetime:
    """Return the moment in this machine's time zone, or in UTC if the local calendar has no such day."""
    try:
        return moment.astimezone()
    except (OverflowError, ValueError):
        return moment.astimezone(UTC)


def day_and_time(moment: datetime) -> Message:
    """Return the local day and time of a moment that has a time zone, to the minute.

    >>> str(day_and_time(datetime(2026, 11, 5, 12, 0).astimezone()))
    '5 Nov 2026, 12:00'
    """
    here = local_time(moment)
    values: Wording = {
        "day": here.day,
        "month": Message(_NAMES[here.month]),
        "year": here.year,
        "time": f"{here:%H:%M}",
    }
    return Message("{day} {month} {year}, {time}", values)
