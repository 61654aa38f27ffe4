-- AlterEnum
ALTER TYPE "DeliveryKind" ADD VALUE 'answer';

-- AlterEnum
ALTER TYPE "LimitedActionKind" ADD VALUE 'mailCommand';
