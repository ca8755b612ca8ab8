import { holdVerdicts } from './hold-verdicts.ts';

holdVerdicts('conforming', 'variant');
