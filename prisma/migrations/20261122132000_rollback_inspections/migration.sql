-- AlterEnum
ALTER TYPE "InspectionKind" ADD VALUE 'rollback';
