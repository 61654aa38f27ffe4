-- AlterEnum
ALTER TYPE "LimitedActionKind" ADD VALUE 'preview';
ALTER TYPE "LimitedActionKind" ADD VALUE 'rollback';
ALTER TYPE "LimitedActionKind" ADD VALUE 'mailRetry';
ALTER TYPE "LimitedActionKind" ADD VALUE 'schedule';
