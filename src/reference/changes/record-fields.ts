import type { Behaviour } from '../behaviour.ts';
import type { Place } from '../listing.ts';
import type { ServiceRequest } from '../request.ts';
import type { Issue } from '../world/issue.ts';

/** Gives records other fields. */
export function renderAs(
  fields: (issue: Issue, place: Place, request: ServiceRequest) => unknown,
): Pick<Behaviour, 'renderRecord'> {
  return { renderRecord: (issue, place, request) => JSON.stringify(fields(issue, place, request)) };
}

/** Adds fields to what a record has anyway. */
export function addFields(
  b: Behaviour,
  fields: (issue: Issue, place: Place, request: ServiceRequest) => object,
): Pick<Behaviour, 'renderRecord'> {
  return {
    renderRecord: (issue, place, request) => {
      const added = JSON.stringify(fields(issue, place, request)).slice(1, -1);
      return b.renderRecord(issue, place, request).replace(/\}$/, () => `,${added}}`);
    },
  };
}
