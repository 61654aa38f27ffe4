-- A GM who enters an e-mail address for a player who has played by post is on record, like one who prints their printout.
ALTER TYPE "InspectionKind" ADD VALUE 'paperPlayerAddress';
