-- AlterTable
ALTER TABLE "GamePolicy" ADD COLUMN     "computerPress" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "Seat" ADD COLUMN     "grade" "Grade" NOT NULL DEFAULT 'standard';
