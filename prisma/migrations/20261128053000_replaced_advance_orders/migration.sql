-- Advance orders that their player has replaced with a good sheet for the turn are deleted when it comes. Until now they
-- stayed, and came back after a rollback.
DELETE FROM "AdvanceOrders" a USING "Seat" s
WHERE s."id" = a."seatId" AND s."accountId" = a."accountId" AND EXISTS (
  SELECT FROM "Sheet" h
  WHERE h."seatId" = a."seatId" AND h."turn" = a."turn" AND h."receivedAt" > a."receivedAt"
    AND (h."sentById" = a."accountId" OR h."channel" = 'post')
    AND h."channel" NOT IN ('advance', 'standing', 'opponent')
    AND h."outcome" <> 'refused' AND json_array_length(h."problems") = 0
);
