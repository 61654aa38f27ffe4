-- AlterEnum
ALTER TYPE "MailRequestKind" ADD VALUE 'knownNetworkLink';
