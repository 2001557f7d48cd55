import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LineTypes } from '../intake';
import { userCommentLines } from './comments/user-comment.lines';
import { UserCommentsService } from './comments/user-comments.service';

/** Registers the kinds of lines that the intake takes of users. */
@Injectable()
export class UserLines implements OnModuleInit {
  constructor(
    private readonly lineTypes: LineTypes,
    private readonly comments: UserCommentsService,
  ) {}

  onModuleInit(): void {
    this.lineTypes.register(userCommentLines(this.comments));
  }
}
