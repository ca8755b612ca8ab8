import { tryFaults } from './try-faults.ts';

tryFaults('lists');
