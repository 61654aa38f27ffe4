-- AlterEnum
ALTER TYPE "LimitedActionKind" ADD VALUE 'oldMailCommand' BEFORE 'webhook';
