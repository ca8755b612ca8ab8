import { holdVerdicts } from './hold-verdicts.ts';

holdVerdicts('nothing');
