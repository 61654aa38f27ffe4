-- When orders were last marked as final or reopened, so that a mail that comes late does not undo what its player did after it.
ALTER TABLE "Sheet" ADD COLUMN "markedAt" TIMESTAMPTZ(3);
