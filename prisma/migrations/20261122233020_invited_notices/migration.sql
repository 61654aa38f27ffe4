-- AlterEnum
ALTER TYPE "MailRequestKind" ADD VALUE 'invitedNotice';
