-- Which takeovers of a seat were announced to all players by mail, which is done once in a turn.
ALTER TABLE "SeatChange" ADD COLUMN "told" BOOLEAN NOT NULL DEFAULT false;
