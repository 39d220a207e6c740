"""The progress of a visitor in the course."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from analyzer.practice._text import KeptAsText
from analyzer.practice.lessons.course import Lesson, lessons


@dataclass(frozen=True, slots=True)
class CourseProgress(KeptAsText):
    """The steps done of each lesson, by its name.

    >>> once = CourseProgress().after("deadwood", 1).after("deadwood", 1)
    >>> dict(once.done), CourseProgress.kept(once.text) == once
    ({'deadwood': (1,)}, True)
    """

    done: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def after(self, lesson: str, step: int) -> CourseProgress:
        """The progress after a step, the same for one that was done before."""
        steps = tuple(sorted({*self.done.get(lesson, ()), step}))
        return replace(self, done={**self.done, lesson: steps})

    def next_step(self, lesson: Lesson) -> int:
        """The first step that is not done; the number of the steps where all are."""
        done = self.done.get(lesson.name, ())
        left = (step for step in range(len(lesson.steps)) if step not in done)
        return next(left, len(lesson.steps))

    def finished(self, lesson: Lesson) -> bool:
        """True if every step is done."""
        return self.next_step(lesson) == len(lesson.steps)

    def next_lesson(self) -> Lesson | None:
        """The first lesson with a step to do; None once the course is done."""
        return next((lesson for _, lesson in lessons() if not self.finished(lesson)), None)

    @property
    def sound(self) -> CourseProgress:
        """The steps that there are; what a file says need not be."""
        steps = {lesson.name: len(lesson.steps) for _, lesson in lessons()}
        done = {
            name: tuple(step for step in range(steps[name]) if step in numbers)
            for name, numbers in self.done.items()
            if name in steps
        }
        return replace(self, done=done)
