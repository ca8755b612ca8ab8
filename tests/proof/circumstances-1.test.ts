import { tryCrossings } from './try-faults.ts';

tryCrossings(0, 2);
