import { tryFaults } from './try-faults.ts';

tryFaults('pages');
