import { holdVerdicts } from './hold-verdicts.ts';

holdVerdicts('fault');
