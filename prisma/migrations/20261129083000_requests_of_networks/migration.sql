-- AlterEnum
ALTER TYPE "MailRequestKind" ADD VALUE 'askedInNetwork';
