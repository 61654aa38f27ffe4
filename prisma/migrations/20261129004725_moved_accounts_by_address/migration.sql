-- A game can be written more than once after it has moved, and an account can have another address each time: each is remembered.
ALTER TABLE "MovedAccount" DROP CONSTRAINT "MovedAccount_pkey",
ADD CONSTRAINT "MovedAccount_pkey" PRIMARY KEY ("gameId", "addressHash");
