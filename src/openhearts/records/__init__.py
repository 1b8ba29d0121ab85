"""Games written down: ``.hearts`` files (docs/record.md), read with every card played again."""

from openhearts.records.errors import Place, RecordError, RecordFault
from openhearts.records.files import LARGEST, dump, dumps, load, loads
from openhearts.records.reading import from_document
from openhearts.records.record import (
    VERSION,
    FairDeal,
    Player,
    PlayerChange,
    Record,
    RecordedDeal,
    TakeBack,
)
from openhearts.records.writing import Document, to_document

__all__ = [
    "LARGEST",
    "VERSION",
    "Document",
    "FairDeal",
    "Place",
    "Player",
    "PlayerChange",
    "Record",
    "RecordError",
    "RecordFault",
    "RecordedDeal",
    "TakeBack",
    "dump",
    "dumps",
    "from_document",
    "load",
    "loads",
    "to_document",
]
