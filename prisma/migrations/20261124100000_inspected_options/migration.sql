-- AlterEnum
ALTER TYPE "InspectionKind" ADD VALUE 'options';
