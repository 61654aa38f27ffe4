-- Heartbeats are counted, so that a server that runs notices if its database is replaced by an older copy, whatever the clocks say.
ALTER TABLE "ServerState" ADD COLUMN "beats" BIGINT NOT NULL DEFAULT 0;
