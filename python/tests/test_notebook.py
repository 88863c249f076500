"""The notebook of examples/ runs, and says what is stored in it."""

from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "tsumi.ipynb"


def said(notebook: Any) -> list[str]:
    """The texts that the cells have put out."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    texts = [
        [
            output["text"] if output.output_type == "stream" else output["data"]["text/plain"]
            for output in cell.outputs
        ]
        for cell in cells
    ]
    # A long text may come in parts.
    return ["".join(parts) for parts in texts]


# The kernel and its client talk over sockets that they leave to the end of the process.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_the_notebook() -> None:
    notebook: Any = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    stored = said(notebook)
    assert len(stored) >= 8 and all(stored[:4])
    resources = {"metadata": {"path": str(NOTEBOOK.parent)}}
    nbclient.NotebookClient(notebook, timeout=600, resources=resources).execute()
    assert said(notebook) == stored
