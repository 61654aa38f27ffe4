-- What receives mail says when it last could, so that a date that passed while it was away is put off as after downtime.
ALTER TABLE "ServerState" ADD COLUMN "portSeenAt" TIMESTAMPTZ(3), ADD COLUMN "mailboxSeenAt" TIMESTAMPTZ(3);
ALTER TABLE "Downtime" ADD COLUMN "ofMailOnly" BOOLEAN NOT NULL DEFAULT false;
