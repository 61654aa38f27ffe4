-- Programs play practice games, too, and may repeat a request whose answer was lost: as for sheets of other games.
ALTER TABLE "PracticeTurn" ADD COLUMN "requestKey" TEXT, ADD COLUMN "requestHash" TEXT;
