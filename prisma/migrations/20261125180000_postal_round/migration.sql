-- The postal round: the GM's postal address, and that a GM has printed the printouts of paper players.
ALTER TABLE "GamePolicy" ADD COLUMN "gmPostalAddress" TEXT;
ALTER TYPE "InspectionKind" ADD VALUE 'postalRound';
