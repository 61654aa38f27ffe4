-- AlterTable
ALTER TABLE "Seat" ADD COLUMN     "invitedAs" TEXT;

-- Fills in the address of the first invitation, if it is what the GM typed for certain: no one has used the account, or
-- the mail went out at once. Otherwise the mail may have been sent to a new address of the account while it waited.
UPDATE "Seat" s SET "invitedAs" = i."toAddress"
FROM (
  SELECT DISTINCT ON (d."seatId", d."accountId") d."seatId", d."accountId", d."toAddress", d."createdAt", d."sentAt"
  FROM "Delivery" d
  WHERE d."kind" = 'invitation' AND d."detail"->>'corrected' IS NULL
  ORDER BY d."seatId", d."accountId", d."createdAt", d."id"
) i JOIN "Account" a ON a."id" = i."accountId"
WHERE i."seatId" = s."id" AND i."accountId" = coalesce(s."accountId", s."reclaimableById") AND s."acceptedAt" IS NULL
  AND (a."addressProvedAt" IS NULL OR i."sentAt" <= i."createdAt" + interval '10 minutes');
