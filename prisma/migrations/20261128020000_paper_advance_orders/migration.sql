-- That a GM has opened the form for advance orders that a player without e-mail wrote on paper.
ALTER TYPE "InspectionKind" ADD VALUE 'paperAdvanceOrders';
