from collections.abc import Sequence

class ChatMessage: ...

class ChatMessageUser(ChatMessage):
    def __init__(self, *, content: str) -> None: ...

class ModelOutput:
    message: ChatMessage
    completion: str

class Model:
    async def generate(self, messages: Sequence[ChatMessage]) -> ModelOutput: ...

def get_model() -> Model: ...
