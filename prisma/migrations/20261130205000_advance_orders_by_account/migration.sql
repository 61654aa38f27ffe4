-- The next player of a seat stores orders beside those of the former one, who has them again when they get the seat back.
ALTER TABLE "AdvanceOrders" DROP CONSTRAINT "AdvanceOrders_pkey";
ALTER TABLE "AdvanceOrders" ADD CONSTRAINT "AdvanceOrders_pkey" PRIMARY KEY ("seatId", "turn", "accountId");
