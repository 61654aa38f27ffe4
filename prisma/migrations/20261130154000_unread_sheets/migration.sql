-- Sheets that were refused only because a part of them could not be read. What could be read of them is not played.
ALTER TABLE "Sheet" ADD COLUMN "unread" BOOLEAN NOT NULL DEFAULT false;
