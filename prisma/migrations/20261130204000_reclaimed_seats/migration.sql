-- That a player has reclaimed their own seat. Unlike someone who is given a seat, they know how soon the turn is due.
ALTER TYPE "SeatChangeKind" ADD VALUE 'reclaimed';
