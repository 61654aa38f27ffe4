-- The log of a game names people by their numbers only, so that no name stays in it when an account is deleted.
UPDATE "GameEvent"
SET "detail" = regexp_replace("detail", '^(\[[A-Z]+\]) .*, (#[0-9]+|an invited person|no player yet|nobody yet)$', '\1, \2')
WHERE "type" IN ('seatAdded', 'seatRemoved');
