-- AlterEnum
ALTER TYPE "MailRequestKind" ADD VALUE 'strangerMessage';
