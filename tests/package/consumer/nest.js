import 'reflect-metadata';
import { All, Controller, Module, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { answer, newWorld } from './issues.js';

const world = newWorld();

class Issues {
  answer({ method, params, query, headers, body: payload }, response) {
    const { authorization } = headers;
    const { status, body } = answer(world, { method, ...params, query, authorization, payload });
    response.status(status).json(body);
  }
}
// The calls that TypeScript generates for decorators.
const descriptor = Object.getOwnPropertyDescriptor(Issues.prototype, 'answer');
All()(Issues.prototype, 'answer', descriptor);
Req()(Issues.prototype, 'answer', 0);
Res()(Issues.prototype, 'answer', 1);
Controller('repos/:owner/:repo/issues')(Issues);

class App {}
Module({ controllers: [Issues] })(App);

export const app = await NestFactory.create(App, { logger: false });
// Injected fault: by default, NestJS refuses JSON that is neither object nor array with 400.
if (process.env.FAULT !== 'on') app.useBodyParser('json', { strict: false });
