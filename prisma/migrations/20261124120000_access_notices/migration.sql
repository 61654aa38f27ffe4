-- AlterEnum
ALTER TYPE "MailRequestKind" ADD VALUE 'accessNotice';
