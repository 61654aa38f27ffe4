-- A server is held if its database is a new, empty one although its data folder knows another.
ALTER TYPE "HeldReason" ADD VALUE 'otherDatabase';
