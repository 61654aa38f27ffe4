-- The number of a deleted game is not given to another one: links in old mail, and papers, would lead to it.
CREATE TABLE "DeletedGame" (
    "id" UUID NOT NULL,
    "prefix" TEXT NOT NULL,
    "serial" INTEGER NOT NULL,

    CONSTRAINT "DeletedGame_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "DeletedGame_prefix_serial_key" ON "DeletedGame"("prefix", "serial");
