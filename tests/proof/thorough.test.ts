import { tryThorough } from './try-faults.ts';

tryThorough();
