-- AlterEnum
ALTER TYPE "MailRequestKind" ADD VALUE 'verification';
