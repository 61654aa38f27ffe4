-- Notices to a GM about people who join, leave and take over seats are counted from everyone together.
ALTER TYPE "MailRequestKind" ADD VALUE 'joiningNotice';
