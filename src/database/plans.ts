import type { LoadPlan } from '../core/load-plan';
import type { Entity } from './model';
import { compile, type CompiledPlan } from './select';

/** Plans of requests with `fields` are made anew each time, so they are also known by what they say. */
const byObject = new WeakMap<LoadPlan, Map<Entity, CompiledPlan>>();
const byText = new Map<string, CompiledPlan>();
const MOST_TEXTS = 2000;

const entityNumbers = new Map<Entity, number>();

/** The compiled form of a plan for an entity; made once for each. Plans must not change afterwards. */
export function compiledPlan(entity: Entity, plan: LoadPlan): CompiledPlan {
  const known = byObject.get(plan)?.get(entity);
  if (known) return known;
  const text = `${numberOf(entity)}${planText(plan)}`;
  const compiled = byText.get(text) ?? compile(entity, plan);
  if (byText.size >= MOST_TEXTS) byText.clear();
  byText.set(text, compiled);
  const ofPlan = byObject.get(plan) ?? new Map<Entity, CompiledPlan>();
  byObject.set(plan, ofPlan.set(entity, compiled));
  return compiled;
}

function numberOf(entity: Entity): number {
  const number = entityNumbers.get(entity) ?? entityNumbers.size;
  entityNumbers.set(entity, number);
  return number;
}

function planText({ columns, relations }: LoadPlan): string {
  const nested = [...relations].map(([name, plan]) => `${name}${planText(plan)}`);
  return `(${[...[...columns].sort(), ...nested.sort()].join(',')})`;
}
