-- AlterEnum
ALTER TYPE "MailRequestKind" ADD VALUE 'signInLink';
