"""What the book of $DAYBOOK_URL has, for the scripts that let clients work with it."""

import json
import os
import sys
import time
import urllib.request

URL, TOKEN = os.environ["DAYBOOK_URL"], os.environ["DAYBOOK_TOKEN"]


def todos(path="", **changes):
    """All to-dos, or the one at a path after it was changed."""
    request = urllib.request.Request(
        f"{URL}/api/v1/todos{path}",
        method="PATCH" if changes else "GET",
        data=json.dumps(changes).encode() if changes else None,
        headers={"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def todo(title):
    """The one of a title that is no occurrence of another; None if there is none."""
    return next((todo for todo in todos() if todo["title"] == title and "series" not in todo), None)


def occurrences(title):
    """The days of the occurrences that are done."""
    return sorted(todo["due"] for todo in todos() if todo["title"] == title and "series" in todo)


def patch(title, /, **changes):
    todos(f"/{todo(title)['id']}", **changes)


def expect(holds, what):
    if not holds:
        sys.exit(f"This doesn't hold: {what}.\n{json.dumps(todos(), indent=2)}")


def wait(what, holds):
    end = time.monotonic() + 60
    while not holds():
        if time.monotonic() > end:
            sys.exit(f"This didn't come within a minute: {what}.")
        time.sleep(0.2)
