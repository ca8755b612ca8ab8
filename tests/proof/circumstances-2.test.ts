import { tryCrossings } from './try-faults.ts';

tryCrossings(1, 2);
